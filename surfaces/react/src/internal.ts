"use client";

// What other packages of this repository need and users do not. It may change in any release.

export { startFrame, toColoured, toLanguage } from "./approval/coloured.tsx";
export { type DiffKind, toDiffLine } from "./approval/diff-line.tsx";
export { type LiveCard, sendLive, useLiveCard } from "./hub/use-live-card.ts";
export { InlineMarkdown } from "./markdown/inline-markdown.tsx";
export { PictureList } from "./pictures/picture-list.tsx";
export { readPictureFile } from "./pictures/read-picture-file.ts";
