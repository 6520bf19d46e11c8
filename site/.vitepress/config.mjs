import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { sidebar } from "../sidebar.mjs";
import { toAnchor } from "../to-anchor.mjs";

const root = join(import.meta.dirname, "../..");
const icon = readFileSync(join(root, "surfaces/web/public/favicon.svg"), "base64");

export default {
  title: "yourcall",
  description: "One inbox for all your agents' questions.",
  lang: "en",
  // The same files that GitHub shows, so that no page is written twice.
  srcDir: "..",
  outDir: "./dist",
  cacheDir: "./node_modules/.cache",
  srcExclude: ["README.md", ".github/**", "core/src/**", "tests/**", "examples/**", "**/node_modules/**", "**/dist/**"],
  rewrites: { "site/index.md": "index.md" },
  cleanUrls: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `data:image/svg+xml;base64,${icon}` }]],
  themeConfig: {
    nav: [
      { text: "Quick start", link: "/docs/quick-start" },
      { text: "Commands", link: "/docs/commands" },
      { text: "HTTP", link: "/docs/http" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local", options: { detailedView: true } },
  },
  markdown: {
    // The pages are Markdown for people: a "<" in a sentence is a "<".
    html: false,
    languageAlias: { caddy: "nginx" },
    anchor: { slugify: toAnchor },
    config(markdown) {
      leaveOutComments(markdown);
      keepOnlyLinksToPages(markdown);
    },
  },
  vite: {
    publicDir: false,
    server: { fs: { allow: [root] }, watch: { ignored: ["**/dist/**"] } },
  },
};

/** Comments mark places for scripts. Without HTML they would be text; in blocks of code they are. */
function leaveOutComments(markdown) {
  markdown.core.ruler.after("normalize", "comments", (state) => {
    const block = /^```.*?^```$|^<!-- [^\n]* -->$/gms;
    state.src = state.src.replaceAll(block, (found) => (found.startsWith("<") ? "" : found));
  });
}

/** Links to folders and source files, which are no pages, become plain text. */
function keepOnlyLinksToPages(markdown) {
  markdown.core.ruler.push("links-to-pages", ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isDropped = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") isDropped = !leadsToPage(token.attrGet("href") ?? "", env.path);
        if (isDropped && token.type === "link_open")
          [token.type, token.tag, token.attrs] = ["strong_open", "strong", null];
        if (isDropped && token.type === "link_close") {
          [token.type, token.tag] = ["strong_close", "strong"];
          isDropped = false;
        }
      }
    }
  });
}

function leadsToPage(href, page) {
  if (/^(\w+:|#|\/)/.test(href)) return true;
  const file = join(dirname(page), href.replace(/#.*/, ""));
  if (existsSync(file) && statSync(file).isDirectory()) return false;
  return file.endsWith(".md") && !/^(README\.md|examples\/)/.test(relative(root, file));
}
