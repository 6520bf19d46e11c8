import type { Tool } from "../tool.ts";
import { listTool, readTool, searchTool } from "./reading-tools.ts";
import { createRunTool } from "./run-tool.ts";
import { createEditTool, createWriteTool } from "./writing-tools.ts";

/**
 * The tools of a small coding agent: Read, List, Search, Write, Edit, Run. Paths outside the working directory are refused.
 * Write, Edit and Run ask for approval first; `needsApproval: false` is for a host that has asked already.
 */
export function createCodingTools({ needsApproval = true }: { needsApproval?: boolean } = {}): Tool[] {
  return [
    readTool,
    listTool,
    searchTool,
    createWriteTool(needsApproval),
    createEditTool(needsApproval),
    createRunTool(needsApproval),
  ];
}
