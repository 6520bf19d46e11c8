import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

/**
 * We use only marked's lexer, but its file ends with an instance of everything, which no bundler removes. So it is cut
 * before that: 3 KB less for every browser. If marked is built differently, the build fails.
 */
function markedLexerOnly(): Plugin {
  return {
    name: "marked-lexer-only",
    transform(code, id) {
      if (!/\/marked\/lib\/marked\.esm\.js$/.test(id)) return undefined;
      const end = code.search(/var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/);
      const lexer = /(\w+) as Lexer\b/.exec(code)?.[1];
      if (end === -1 || lexer === undefined) throw new Error("This marked is built differently: see vite.config.ts.");
      return { code: `${code.slice(0, end)}export{${lexer} as Lexer};`, map: null };
    },
  };
}

/** Names the parts that are not needed for the first view in the page, which loads them right after it: see main.tsx. */
function namesLaterParts(): Plugin {
  return {
    name: "names-later-parts",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const first = new Set<string>();
        const add = (name: string): void => {
          if (first.has(name)) return;
          first.add(name);
          for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(next);
        };
        for (const { isEntry, fileName } of chunks) if (isEntry) add(fileName);
        const later = chunks.filter(({ fileName }) => !first.has(fileName));
        const styles = later.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const names = [...later.map(({ fileName }) => fileName), ...new Set(styles)];
        const content = names.map((name) => `/${name}`).join(" ");
        return [{ tag: "meta", attrs: { name: "later", content }, injectTo: "head" }];
      },
    },
  };
}

/** The service worker is one file without imports, because not every browser takes modules as workers. */
function addsWorker(): Plugin {
  const conditionNames = ["yourcall-source", "import", "default"];
  return {
    name: "adds-worker",
    async generateBundle() {
      const input = fileURLToPath(new URL("worker/sw.ts", import.meta.url));
      const bundle = await rolldown({ input, platform: "browser", resolve: { conditionNames } });
      const { output } = await bundle.generate({ format: "iife", minify: true });
      await bundle.close();
      this.emitFile({ type: "asset", fileName: "sw.js", source: output[0].code });
    },
  };
}

export default defineConfig({
  plugins: [markedLexerOnly(), namesLaterParts(), addsWorker()],
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions: ["yourcall-source", ...defaultClientConditions] },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // What the styles need anyway (`light-dark`, `:dir`), so that nothing is rewritten for earlier browsers.
    cssTarget: ["chrome123", "edge123", "firefox128", "safari17.5"],
    // The page's policy allows neither inline scripts nor styles, and inlined files could not be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // A few larger files compress better than many small ones: what the first view needs, what cards need later, what else
      // the list of asks may show, and the log with the settings. The desk is its own.
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 3 },
            { name: "card", test: /surfaces\/react|core\/src|client\/src|node_modules/, priority: 2 },
            { name: "inbox", test: /web\/src\/(?:waiting|app|live)\/|\/decision-row|\/decided\.css/, priority: 1 },
            { name: "pages", test: /web\/src\/(?:log|settings)\//, priority: 1 },
          ],
        },
      },
      // The card's "use client" is for servers that render React, and the page has the card's guard from the start.
      onLog: (level, log, next) =>
        !["MODULE_LEVEL_DIRECTIVE", "INEFFECTIVE_DYNAMIC_IMPORT"].includes(`${log.code}`) && next(level, log),
    },
  },
  logLevel: "warn",
});
