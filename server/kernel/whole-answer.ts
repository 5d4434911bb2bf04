/** An answer that has its bytes at hand: to put them into a stream and read them out of it again costs a page too much. */
export class WholeAnswer extends Response {
  constructor(
    readonly whole: Uint8Array,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}

/** The bytes of such an answer. By its field: while developing, the class is loaded twice. */
export const wholeOf = (answer: Response): Uint8Array | undefined => (answer as Partial<WholeAnswer>).whole;
