export type { OfferedAgent } from "./create-desk.ts";
export type { SessionPlace } from "./create-session.ts";
export { startDesk } from "./serve-desk.ts";
