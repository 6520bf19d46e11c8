export type * from "./card-props.ts";
