import { Editor, getSchema } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { DOMParser, DOMSerializer } from '@tiptap/pm/model';
import { Store } from '../../../../lib/store.js';
import { extensions } from './extensions.js';
import { cleanPastedHtml } from './pasted-html.js';
import { NOTHING_ACTIVE, type ToolId, type ToolState } from './tools.js';

export interface RichEditorOptions {
  /** `contenteditable` element, whose content the editor takes over together with the caret. */
  readonly element: HTMLElement;
  /** The content was typed in a browser, which writes some spaces as non-breaking ones. */
  readonly isTyped: boolean;
  /** Called after each change of the content by the author. */
  readonly onUpdate: () => void;
}

const COMMANDS: Readonly<Record<ToolId, (editor: Editor) => boolean>> = {
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  underline: (editor) => editor.chain().focus().toggleUnderline().run(),
  heading: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  list: (editor) => editor.chain().focus().toggleBulletList().run(),
  numbers: (editor) => editor.chain().focus().toggleOrderedList().run(),
  quote: (editor) => editor.chain().focus().toggleBlockquote().run(),
  undo: (editor) => editor.chain().focus().undo().run(),
  redo: (editor) => editor.chain().focus().redo().run(),
};

const ACTIVE: readonly (readonly [ToolId, (editor: Editor) => boolean])[] = [
  ['bold', (editor) => editor.isActive('bold')],
  ['italic', (editor) => editor.isActive('italic')],
  ['underline', (editor) => editor.isActive('underline')],
  ['heading', (editor) => editor.isActive('heading')],
  ['list', (editor) => editor.isActive('bulletList')],
  ['numbers', (editor) => editor.isActive('orderedList')],
  ['quote', (editor) => editor.isActive('blockquote')],
];

const isSame = (one: ToolState, other: ToolState): boolean =>
  one.link === other.link && one.active.join() === other.active.join() && one.disabled.join() === other.disabled.join();

/** Parses a DOM tree that is being edited, with the position of the selection in it. */
function parse(element: HTMLElement, isTyped: boolean) {
  const schema = getSchema(extensions);
  const selection = getSelection();
  const isInside = selection?.anchorNode != null && element.contains(selection.anchorNode);
  const positions: { node: Node; offset: number; pos?: number }[] = isInside
    ? [
        { node: selection.anchorNode, offset: selection.anchorOffset },
        { node: selection.focusNode ?? selection.anchorNode, offset: selection.focusOffset },
      ]
    : [];
  const doc = DOMParser.fromSchema(schema).parse(element, { findPositions: positions });
  const json = JSON.stringify(doc.toJSON());
  const [anchor, head] = positions.map(({ pos }) => pos);
  return {
    content: JSON.parse(isTyped ? json.replaceAll('\u00a0', ' ') : json) as object,
    range: anchor === undefined || head === undefined ? undefined : { anchor, head },
  };
}

/** An editor of formatted text, mounted on an existing element. */
export class RichEditor {
  readonly tools = new Store<ToolState>(NOTHING_ACTIVE);
  readonly #editor: Editor;
  readonly #element: HTMLElement;

  constructor({ element, isTyped, onUpdate }: RichEditorOptions) {
    const { content, range } = parse(element, isTyped);
    const hadFocus = element.ownerDocument.activeElement === element;
    element.replaceChildren();
    this.#element = element;
    this.#editor = new Editor({
      element: { mount: element },
      extensions,
      content,
      injectCSS: false,
      editorProps: {
        attributes: { class: 'relative whitespace-break-spaces [font-variant-ligatures:none]' },
        transformPastedHTML: cleanPastedHtml,
        // Whatever is pasted is undone as one step.
        handlePaste: (view) => {
          view.dispatch(closeHistory(view.state.tr));
          return false;
        },
      },
      onUpdate,
      onTransaction: ({ editor, transaction }) => {
        if (transaction.getMeta('uiEvent') === 'paste') editor.view.dispatch(closeHistory(editor.state.tr));
        this.#refreshTools();
      },
    });
    if (range !== undefined) {
      const { from, to } = { from: Math.min(range.anchor, range.head), to: Math.max(range.anchor, range.head) };
      this.#editor.commands.setTextSelection({ from, to });
    }
    if (hadFocus) {
      // The element is focused already, so the browser fires no focus event.
      element.dispatchEvent(new FocusEvent('focus'));
      this.#editor.view.focus();
    }
    this.#refreshTools();
  }

  /** HTML of the content; empty where there is nothing in it. */
  read(): string {
    return this.#editor.isEmpty ? '' : this.#editor.getHTML();
  }

  /** HTML with a composition that has not ended. */
  readComposed(): string {
    const copy = this.#element.cloneNode(true) as HTMLElement;
    for (const filler of copy.querySelectorAll('.ProseMirror-trailingBreak, .ProseMirror-separator')) filler.remove();
    const { schema } = this.#editor;
    const doc = DOMParser.fromSchema(schema).parse(copy, { preserveWhitespace: true });
    const holder = document.createElement('div');
    holder.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
    return doc.textContent === '' ? '' : holder.innerHTML;
  }

  /** Replaces the content without calling `onUpdate`, since the author did not edit it. */
  write(html: string): void {
    this.#editor.commands.setContent(html, { emitUpdate: false });
  }

  setEditable(isEditable: boolean): void {
    this.#editor.setEditable(isEditable, false);
  }

  run(tool: ToolId): void {
    COMMANDS[tool](this.#editor);
  }

  /** Links the selection, or writes the address where nothing is selected. */
  setLink(href: string): void {
    const { empty, from } = this.#editor.state.selection;
    const chain = this.#editor.chain().focus();
    if (!empty || this.#editor.isActive('link')) chain.extendMarkRange('link').setLink({ href }).run();
    else {
      chain
        .insertContentAt(from, { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .unsetMark('link')
        .run();
    }
  }

  removeLink(): void {
    this.#editor.chain().focus().extendMarkRange('link').unsetLink().run();
  }

  focus(): void {
    this.#editor.commands.focus();
  }

  close(): void {
    this.#editor.destroy();
  }

  #refreshTools(): void {
    const editor = this.#editor;
    const href: unknown = editor.getAttributes('link')['href'];
    const next: ToolState = {
      active: ACTIVE.filter(([, isActive]) => isActive(editor)).map(([tool]) => tool),
      disabled: (['undo', 'redo'] as const).filter((tool) => !editor.can()[tool]()),
      link: typeof href === 'string' ? href : undefined,
    };
    this.tools.update((current) => (isSame(current, next) ? current : next));
  }
}
