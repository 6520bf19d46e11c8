export { markSheetErrors, type SheetError } from "./mark-sheet-errors.ts";
export { type ParsedSheet, parseSheet } from "./parse-sheet.ts";
export { type RenderSheetOptions, renderSheet } from "./render-sheet.ts";
export { toSheetFileName } from "./to-sheet-file-name.ts";
