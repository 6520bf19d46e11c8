export { markChosen, markSheetErrors, type SheetError } from "./mark-sheet-errors.ts";
export { type CheckedSheet, checkSheet, type ParsedSheet, parseSheet } from "./parse-sheet.ts";
export { type RenderSheetOptions, renderSheet, toSheetFileName } from "./render-sheet.ts";
