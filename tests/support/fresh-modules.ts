import { vi } from "vitest";

// Unit test files share a process, which halves the time, but each loads its own modules.
vi.resetModules();
