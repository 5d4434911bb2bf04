/** A response with its bytes at hand. Writing them to a stream and reading them back would slow down every page. */
export class WholeAnswer extends Response {
  constructor(
    readonly whole: Uint8Array,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}

/** The bytes of a WholeAnswer, else undefined. It checks the field because the development server loads the class twice. */
export const wholeOf = (answer: Response): Uint8Array | undefined => (answer as Partial<WholeAnswer>).whole;
