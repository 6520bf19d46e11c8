import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/terminal.ts";

const pages = globSync(
  ["*.md", "docs/**/*.md", "examples/*/README.md", "bench/*.md", "{cli,client,core,hub,agents/*,surfaces/*}/README.md"],
  { cwd: root },
).sort();

/** The anchors that GitHub makes of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

test.each(pages)("every link in %s leads somewhere", (page) => {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/^```.*?^```$/gms, "");
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const lost = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? join(root, page) : join(root, dirname(page), path);
    if (!existsSync(file) || relative(root, file).startsWith("..")) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(file, "utf8")).includes(anchor);
  });
  expect(lost).toEqual([]);
});
