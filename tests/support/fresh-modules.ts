import { vi } from "vitest";

// Unit test files share a process, since a process for each takes more than twice as long. Their modules are their own.
vi.resetModules();
