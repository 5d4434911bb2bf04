/** Heap of a serving process and of its workers, in MB: without a bound the engine collects only when it must. */
export const heapLimit = "--max-old-space-size=192";
