/** A refusal in the manner of S3: a status and an error code. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly word: string,
  ) {
    super(word);
    this.name = 'Refused';
  }
}
