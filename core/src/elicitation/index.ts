export * from "./answer-form.ts";
export * from "./ask-form.ts";
