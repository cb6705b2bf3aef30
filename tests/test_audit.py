"""The audit in .ci/run fails only if it has findings."""

import json
import runpy
from pathlib import Path

import pytest

verdict = runpy.run_path(str(Path(__file__).parent.parent / ".ci" / "audit.py"))["verdict"]
CLEAN = {"name": "django", "version": "5.2.19", "vulns": []}
UNKNOWN = {"name": "segno", "skip_reason": "not found"}
VULNERABLE = {"name": "reportlab", "version": "5.1.0", "vulns": [{"id": "CVE-2099-1"}]}


@pytest.mark.parametrize(
    ("packages", "words", "code"),
    [
        ([CLEAN], "No known vulnerability; the service knows 1 of 1 packages.", 0),
        ([CLEAN, UNKNOWN], "No known vulnerability; the service knows 1 of 2 packages.", 0),
        ([UNKNOWN], "Not audited: the service knows none of the packages.", 0),
        ([CLEAN, VULNERABLE], "Known vulnerabilities:\nreportlab: CVE-2099-1", 1),
    ],
)
def test_the_audit_fails_only_if_it_has_findings(packages, words, code):
    assert verdict(json.dumps({"dependencies": packages})) == (words, code)


def test_the_audit_passes_without_a_report():
    assert verdict("") == ("Not audited: the service could not be reached.", 0)
