export * from "./scripted-person.ts";
