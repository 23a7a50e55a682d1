/** Runs inside the page: one user's chat, rendered as an application would render it. */
import { registerUser } from '@lectern/rtc';
import { attachmentOf, ImClient, parseEmoji, type ImMessage, type ImThread, type ImThreadDraft } from '@lectern/rtc/im';

interface Server {
  readonly restUrl: string;
  readonly appKey: string;
}

const PASSWORD = 'secret1';
const EMOJI = { smile: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}` };

let client: ImClient;
let thread: ImThread;

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(name), properties);

function wordsOf(text: string): (Node | string)[] {
  return parseEmoji(text, EMOJI).map((part) =>
    part.kind === 'text' ? part.text : element('img', { alt: part.name, src: part.image }),
  );
}

function contentOf(message: ImMessage): (Node | string)[] {
  const attachment = attachmentOf(message);
  const words = 'data' in message ? wordsOf(message.data ?? '') : [];
  if (attachment?.kind === 'link') {
    const link = element('a', { href: attachment.url });
    link.append(...words);
    return [link];
  }
  if (attachment?.kind === 'image') return [...words, element('img', { alt: 'Picture', src: attachment.url })];
  if (attachment?.kind === 'video') {
    const video = element('video', { src: attachment.url });
    video.setAttribute('aria-label', 'Video');
    return [...words, video];
  }
  return message.contentsType === 'RECALLED' ? ['Taken back'] : words;
}

function show(): void {
  const { messages, older } = thread.getSnapshot();
  const items = messages.map((message) => {
    const item = element('li');
    item.dataset['status'] = message.status;
    item.append(...contentOf(message));
    return item;
  });
  document.querySelector('ul')?.replaceChildren(...items);
  const button = document.querySelector<HTMLButtonElement>('#older');
  if (!button) return;
  button.textContent = older === 'none' ? 'No more' : 'Load more';
  button.disabled = older !== 'more';
}

const told = { commands: [] as string[], notice: '' };

const chat = {
  async register(server: Server, username: string): Promise<void> {
    await registerUser({ ...server, username, password: PASSWORD });
  },

  async enter(server: Server, username: string): Promise<void> {
    client = new ImClient({ ...server, identity: { username, password: PASSWORD }, resource: 'desk' });
    client.on('message', (message) => {
      if (message.contentsType === 'COMMAND') told.commands.push(message.action);
    });
    const notice = (text: string): void => {
      const output = document.querySelector('output');
      if (output) output.textContent = text;
    };
    client.on('ended', ({ message }) => notice(message));
    client.on('networkLost', () => notice('network lost'));
    client.on('restored', () => notice('network restored'));
    await client.open();
  },

  /** Opens the conversation with a user, the newest page first. */
  async open(peer: string): Promise<void> {
    thread = client.thread(peer);
    thread.subscribe(show);
    document.querySelector('#older')?.addEventListener('click', () => void thread.loadOlder());
    document.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      const field = document.querySelector('input');
      if (!field) return;
      void thread.send({ contentsType: 'TEXT', data: field.value });
      field.value = '';
    });
    await thread.loadOlder();
    show();
  },

  async send(draft: ImThreadDraft): Promise<void> {
    await thread.send(draft);
  },

  async recallLast(): Promise<void> {
    const last = thread.getSnapshot().messages.at(-1);
    if (last) await client.recall(last);
  },

  commands: (): readonly string[] => told.commands,

  state: (): string => client.getSnapshot().state,

  close: (): void => client.close(),
};

declare global {
  interface Window {
    chat: typeof chat;
  }
}

window.chat = chat;
