import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig } from "vite";
import { onlyTheLexer } from "./only-the-lexer.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions: ["yourcall-source", ...defaultClientConditions] },
  plugins: [onlyTheLexer()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The page's policy allows neither inline scripts nor styles, and what is inlined could not be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: "warn",
});
