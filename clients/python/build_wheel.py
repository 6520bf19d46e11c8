"""Builds yourcall-VERSION-py3-none-any.whl without the network: python3 build_wheel.py DIRECTORY."""

import base64
import hashlib
import json
import sys
import zipfile
from pathlib import Path

here = Path(__file__).parent
version = json.loads((here / "../../client/package.json").read_text())["version"]
info = f"yourcall-{version}.dist-info"
metadata = f"""Metadata-Version: 2.4
Name: yourcall
Version: {version}
Summary: Asks people from a Python program, through a hub of yourcall
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.11
Description-Content-Type: text/markdown

{(here / "README.md").read_text()}"""
files = {
    "yourcall/__init__.py": (here / "yourcall.py").read_text(),
    "yourcall/py.typed": "",
    f"{info}/METADATA": metadata,
    f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: yourcall\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    f"{info}/licenses/LICENSE": (here / "../../LICENSE").read_text(),
}


def record(name: str, content: str) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content.encode())}\n"


files[f"{info}/RECORD"] = "".join(record(*file) for file in files.items()) + f"{info}/RECORD,,\n"
target = Path(sys.argv[1]) / f"yourcall-{version}-py3-none-any.whl"
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
    for name, content in files.items():
        # A fixed time, so that the same sources give the same file.
        entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        entry.external_attr = 0o644 << 16
        wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
print(target)
