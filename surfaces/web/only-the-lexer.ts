import type { Plugin } from "vite";

/**
 * Leaves of marked what the page uses: its lexer. Everything else hangs together in one function with properties, which no bundler
 * can take apart, and is a fifth of it. Fails the build where marked no longer looks like this.
 */
export function onlyTheLexer(): Plugin {
  return {
    name: "only-the-lexer",
    transform(code, id) {
      if (!id.endsWith("marked/lib/marked.esm.js")) return null;
      const end = code.search(/var [\w$]+=new [\w$]+;function [\w$]+\([\w$]+,[\w$]+\)/);
      const lexer = /export\{[^}]*?([\w$]+) as Lexer\b/.exec(code)?.[1];
      if (end === -1 || lexer === undefined)
        throw new Error("marked has changed: look at surfaces/web/only-the-lexer.ts, or leave it out of the build.");
      return { code: `${code.slice(0, end)}export{${lexer} as Lexer};`, map: null };
    },
  };
}
