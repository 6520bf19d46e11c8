export * from "./answer-form.ts";
export * from "./ask-form.ts";
export * from "./form-result.ts";
