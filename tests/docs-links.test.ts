import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { sidebar } from "../site/sidebar.mjs";
import { toAnchor } from "../site/to-anchor.mjs";
import { root } from "./support/terminal.ts";

const pages = globSync(
  [
    "*.md",
    "docs/**/*.md",
    "site/*.md",
    "examples/*/README.md",
    "bench/*.md",
    "{cli,client,core,hub,agents/*,surfaces/*}/README.md",
  ],
  { cwd: root },
).sort();

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => toAnchor(heading));

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

test("no page of the site has HTML, which the site shows as text", () => {
  const withHtml = pages.filter((page) =>
    /^<(?!!--)/m.test(readFileSync(join(root, page), "utf8").replaceAll(/^```.*?^```$/gms, "")),
  );
  expect(withHtml).toEqual([]);
});

test("the sidebar of the site has every page of docs, and nothing that is not there", () => {
  const listed = sidebar.flatMap((entry) => entry.items ?? [entry]).map(({ link }) => link ?? "");
  expect(listed.filter((link) => !existsSync(join(root, `${link}.md`)))).toEqual([]);
  const wanted = globSync("docs/{*,agents/*}.md", { cwd: root }).map((file) => `/${file.replace(/\.md$/, "")}`);
  expect(wanted.filter((link) => !listed.includes(link))).toEqual([]);
});

test("the home page of the site links to pages that are there", () => {
  const links = [...readFileSync(join(root, "site/index.md"), "utf8").matchAll(/^ +link: (\S+)$/gm)];
  expect(links.length).toBeGreaterThan(3);
  expect(links.map(([, link]) => link).filter((link) => !existsSync(join(root, `${link}.md`)))).toEqual([]);
});
