"""What mkdocs calls while it builds the site: pages that are written from the program itself.

The pages of the gallery and the reference of the command line are no files: each build makes them
anew, so they describe this version. CONTRIBUTING.md, CHANGELOG.md and proof/README.md stay outside
of docs/ and are copied. The hooks also check the finished site.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from built_site import faults
from command_pages import command_reference
from gallery_pages import cards, gallery_files

ROOT = Path(__file__).parents[2]
OUTSIDE = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "proof.md": "proof/README.md",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are no files of docs/."""
    for path, text in gallery_files():
        files.append(File.generated(config, path, content=text))
    for path, name in OUTSIDE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, path, content=_moved(text)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links to copied files at the copies; add what the program knows to two pages."""
    for path, name in OUTSIDE.items():
        markdown = markdown.replace(f"](../{name}", f"]({path}")
    if page.file.src_uri == "index.md":
        return f"{markdown}\n\n{cards()}"
    if page.file.src_uri == "reference/command-line.md":
        return f"{markdown}\n\n{command_reference()}"
    return markdown


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let a notebook's links lead to pages: mkdocs turns those of Markdown alone."""
    if page.file.src_uri.endswith(".ipynb"):
        return re.sub(r'(href="(?!https?:)[^"#]+)\.md(?=["#])', r"\1.html", html)
    return html


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site with a link that leads nowhere, or that asks another host for something."""
    if wrong := list(faults(Path(config.site_dir))):
        raise PluginError("\n".join(["the built site has faults:", *wrong]))


def _moved(text: str) -> str:
    """Return a text from outside of docs/ with links as they are in docs/."""
    text = re.sub(r"\]\((\.\./)?docs/", "](", text)
    for path, name in OUTSIDE.items():
        text = text.replace(f"]({name}", f"]({path}")
    return text.replace("](README.md", "](index.md")
