"""What pyproject.toml cannot say: templates and fixtures become folders of the package."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["party", "party.*"]), "party.templates", "party.fixtures"],
    package_dir={"party.templates": "templates", "party.fixtures": "fixtures"},
)
