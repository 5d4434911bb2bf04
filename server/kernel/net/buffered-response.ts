/** A response with its bytes at hand. Writing them to a stream and reading them back would slow down every page. */
export class WholeAnswer extends Response {
  constructor(
    readonly whole: Uint8Array,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}

/** The bytes of a WholeAnswer. Checks the field, not the class, which the development server loads twice. */
export const wholeOf = (answer: Response): Uint8Array | undefined => (answer as Partial<WholeAnswer>).whole;
