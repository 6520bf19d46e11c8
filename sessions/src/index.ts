export type { OfferedAgent } from "./create-desk.ts";
export type { SessionPlace } from "./live-session.ts";
export { startDesk } from "./serve-desk.ts";
