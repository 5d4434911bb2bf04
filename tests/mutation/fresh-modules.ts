import { vi } from "vitest";

// A mutant that breaks the loading of a module leaves it broken in the kept process.
vi.resetModules();
