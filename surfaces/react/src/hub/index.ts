"use client";

export { useHubAsk } from "./use-hub-ask.ts";
export { type LiveCard, useLiveCard } from "./use-live-card.ts";
