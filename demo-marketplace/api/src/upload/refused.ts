/** As S3 refuses: a status and a word. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
  ) {
    super(word);
    this.name = 'Refused';
  }
}
