"use client";

// What other packages of this repository need and users do not. It may change in any release.

export { InlineMarkdown } from "./markdown/inline-markdown.tsx";
