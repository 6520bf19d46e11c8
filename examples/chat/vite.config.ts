import { defineConfig } from "vite";

export default defineConfig({
  build: {
    target: "es2023",
    // The page's policy allows no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" is for servers that render React, and this page has the card's markdown from the start.
      onLog: (level, log, next) =>
        !["MODULE_LEVEL_DIRECTIVE", "INEFFECTIVE_DYNAMIC_IMPORT"].includes(`${log.code}`) && next(level, log),
    },
  },
});
