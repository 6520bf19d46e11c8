import { fileURLToPath } from "node:url";
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

export default defineConfig({
  plugins: [markedLexerOnly()],
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions: ["yourcall-source", ...defaultClientConditions] },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The page's policy allows neither inline scripts nor styles, and inlined files could not be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // All code comes with the page: an open tab never loads more from a port that somebody else may have by then.
    rolldownOptions: {
      output: { codeSplitting: false },
      // The card's "use client" is for servers that render React.
      onLog: (level, log, next) => log.code !== "MODULE_LEVEL_DIRECTIVE" && next(level, log),
    },
  },
  logLevel: "warn",
});
