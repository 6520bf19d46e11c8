import { vi } from "vitest";

// Unit tests share a process (a new one for each file takes 2.5 times as long), but each file loads our modules anew.
vi.resetModules();
