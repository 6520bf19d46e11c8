"use client";

// What other packages of this repository need and users do not. It may change in any release.

export { type LiveCard, useLiveCard } from "./hub/use-live-card.ts";
export { InlineMarkdown } from "./markdown/inline-markdown.tsx";
export { PictureList } from "./pictures/picture-list.tsx";
