"""Known vulnerabilities of the packages in requirements.txt: `python .ci/audit.py`.

A vulnerability fails. An unreachable service, or a package that it does not know, is reported and
passes: a closed network must not stop a release.
"""

import json
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parent.parent / "requirements.txt"
COMMAND = [
    *(sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"),
    *("--no-deps", "--disable-pip", "-r", str(REQUIREMENTS)),
]


def main() -> int:
    try:
        ran = subprocess.run(COMMAND, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        print("Not audited: no answer within two minutes.")
        return 0
    words, code = verdict(ran.stdout)
    print(words)
    if not ran.stdout.strip():
        print(*ran.stderr.splitlines()[-1:])
    return code


def verdict(report: str) -> tuple[str, int]:
    """Return the text on pip-audit's JSON report ("" if there is none), and the exit code."""
    if not report.strip():
        return "Not audited: the service could not be reached.", 0
    packages = json.loads(report)["dependencies"]
    found = [f"{one['name']}: {bug['id']}" for one in packages for bug in one.get("vulns", [])]
    if found:
        return "\n".join(["Known vulnerabilities:", *found]), 1
    known = sum("skip_reason" not in one for one in packages)
    if not known:
        return "Not audited: the service knows none of the packages.", 0
    return f"No known vulnerability; the service knows {known} of {len(packages)} packages.", 0


if __name__ == "__main__":
    sys.exit(main())
