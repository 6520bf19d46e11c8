import { vi } from "vitest";

// Test files share a process, which saves up to half of their time, but each loads its own modules.
vi.resetModules();
