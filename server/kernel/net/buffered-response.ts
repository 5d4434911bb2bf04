/** A response whose bytes are in memory. Writing them to a stream and reading them back would slow down every page. */
export class BufferedResponse extends Response {
  constructor(
    readonly buffer: Uint8Array,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}

/** The bytes of a WholeAnswer. Checks the field, not the class, which the development server loads twice. */
export const bufferOf = (response: Response): Uint8Array | undefined => (response as Partial<BufferedResponse>).buffer;
