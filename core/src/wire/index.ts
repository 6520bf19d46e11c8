export * from "./ask-shapes.ts";
export * from "./batch-shapes.ts";
export * from "./change-shapes.ts";
export * from "./device-shapes.ts";
export * from "./grant-shapes.ts";
export * from "./hub-shapes.ts";
export * from "./list-query.ts";
export * from "./session-shapes.ts";
