import {
  completeUpload,
  FailureReason,
  getSignedUrl,
  getUnfinishedUpload,
  UploadType,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { ApiError, callApi } from '../../../api/client.js';
import { later } from '../../../lib/later.js';
import { Store } from '../../../lib/store.js';
import { LessonUpload, UploadState, type UploadPorts } from './lesson-upload.js';

export type Unfinished = ResponseOf<typeof getUnfinishedUpload>;
type ArrivedFile = ResponseOf<typeof completeUpload>;

const TUS = { 'tus-resumable': '1.0.0' };

const GONE: readonly FailureReason[] = [FailureReason.NotFound, FailureReason.Invalid];

/**
 * Looks up an unfinished upload; undefined if the server has none.
 * @throws {ApiError} for any other failure, when the state of the upload is unknown
 */
async function findUnfinished(key: string, locale: string): Promise<Unfinished | undefined> {
  try {
    return await callApi(getUnfinishedUpload, { key }, { locale });
  } catch (error) {
    if (error instanceof ApiError && error.reason === FailureReason.NotFound) return undefined;
    throw error;
  }
}

/** The last piece may have arrived although its response was lost, so the upload is completed first. */
async function arrivedOrGone(key: string, locale: string): Promise<KnownUpload> {
  try {
    const file = await callApi(completeUpload, { key }, { locale });
    return { kind: 'arrived', name: key.replace(/^.*\/\d{13}/, ''), file };
  } catch (error) {
    if (error instanceof ApiError && GONE.includes(error.reason)) return { kind: 'gone' };
    throw error;
  }
}

const portsFor = (locale: string): UploadPorts => ({
  load: async () => {
    const { Upload } = await import('tus-js-client');
    return (file, options) => new Upload(file, options);
  },
  complete: (key) => callApi(completeUpload, { key }, { locale }),
  find: (key) => findUnfinished(key, locale),
  now: () => performance.now(),
  later,
});

const ACTIVE: readonly UploadState[] = [
  UploadState.Sending,
  UploadState.Waiting,
  UploadState.Full,
  UploadState.Checking,
];

/** Closing the window would end the uploads, so it asks for confirmation. */
const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** The state of an upload as this page knows it. */
export type KnownUpload =
  | { readonly kind: 'here'; readonly upload: LessonUpload }
  /** Another page, or this one before it was loaded again, has begun it. */
  | { readonly kind: 'unfinished'; readonly unfinished: Unfinished }
  | { readonly kind: 'arrived'; readonly name: string; readonly file: ArrivedFile }
  | { readonly kind: 'asking' | 'unreachable' | 'gone' };

/** Uploads of videos by key; those started on this page continue while the member uses other screens. */
class LessonUploads {
  readonly known = new Store<ReadonlyMap<string, KnownUpload>>(new Map());

  /** Begins to send a video. @throws {ApiError} when the server does not sign it @returns its key */
  async begin(file: File, locale: string): Promise<string> {
    const { name: filename, size, type: mime } = file;
    const request = { type: UploadType.Video, filename, size, mime };
    const { key, pieces, fields } = await callApi(getSignedUrl, request, { locale });
    this.#add(new LessonUpload(key, file, { endpoint: pieces, fields }, portsFor(locale)));
    return key;
  }

  /** Goes on with one that another page began; false for another file than was begun with. */
  goOn({ key, name, size, address, received }: Unfinished, file: File, locale: string): boolean {
    if (file.name !== name || file.size !== size) return false;
    this.#add(new LessonUpload(key, file, { address, received }, portsFor(locale)));
    return true;
  }

  /** Finds out what became of one that this page does not know. */
  async look(key: string, locale: string): Promise<void> {
    this.#set(key, { kind: 'asking' });
    try {
      const unfinished = await findUnfinished(key, locale);
      if (unfinished !== undefined) this.#set(key, { kind: 'unfinished', unfinished });
      else this.#set(key, await arrivedOrGone(key, locale));
    } catch {
      this.#set(key, { kind: 'unreachable' });
    }
  }

  /** Gives one up. */
  async cancel(key: string): Promise<void> {
    const one = this.known.getSnapshot().get(key);
    this.#set(key, { kind: 'gone' });
    this.#watch();
    if (one?.kind === 'here') await one.upload.cancel();
    if (one?.kind !== 'unfinished') return;
    // If the server cannot be reached now, the unfinished upload expires there after some days.
    await fetch(one.unfinished.address, { method: 'DELETE', headers: TUS }).catch(() => undefined);
  }

  /** Has no more to do with one that is where it belongs. */
  forget(key: string): void {
    this.known.update((current) => {
      const next = new Map(current);
      return next.delete(key) ? next : current;
    });
  }

  #set(key: string, one: KnownUpload): void {
    this.known.update((current) => new Map(current).set(key, one));
  }

  #add(upload: LessonUpload): void {
    this.#set(upload.key, { kind: 'here', upload });
    upload.state.subscribe(() => {
      const { file } = upload.state.getSnapshot();
      if (file !== undefined) this.#set(upload.key, { kind: 'arrived', name: upload.file.name, file });
      this.#watch();
    });
    this.#watch();
  }

  #watch(): void {
    const isAny = [...this.known.getSnapshot().values()].some(
      (one) => one.kind === 'here' && ACTIVE.includes(one.upload.state.getSnapshot().state),
    );
    if (isAny) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  }
}

/** Those of this page. */
export const lessonUploads = new LessonUploads();
