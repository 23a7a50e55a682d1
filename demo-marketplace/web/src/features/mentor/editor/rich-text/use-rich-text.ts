import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent, type RefObject } from 'react';
import { useText } from '../../../../i18n/use-text.js';
import { Part } from '../../../../lib/part.js';
import { toastError } from '../../../../ui/toast.js';
import type { RichEditor } from './rich-editor.js';

/** The editor's code, loaded when the first field is edited. */
export const richEditorPart = new Part(() => import('./rich-editor.js'));

export interface RichTextOptions {
  /** HTML to show, sanitised by the server. */
  readonly html: string;
  readonly isDisabled: boolean;
  /** Called with the HTML after each edit; never in the middle of an input method's composition. */
  readonly onChange: (html: string) => void;
}

export interface RichText {
  /** The editor, once the field was edited and its code is loaded. */
  readonly editor: RichEditor | undefined;
  /** Loads the editor; rejects where that fails. */
  readonly prepare: () => Promise<RichEditor | undefined>;
  /** Properties of the `contenteditable` element, which must have no children in React. */
  readonly fieldProps: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
    readonly onInput: () => void;
    readonly onPaste: (event: ClipboardEvent) => void;
    readonly onPointerDown: () => void;
    readonly onCompositionStart: () => void;
    readonly onCompositionEnd: () => void;
  };
}

/** Plain text at the selection, before the editor is loaded. */
function insertPlainText(text: string): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  range.deleteContents();
  range.insertNode(document.createTextNode(text));
  range.collapse(false);
}

/**
 * Formatted text. The element is edited by the browser alone until the editor is loaded, so that nothing typed on a
 * slow network is lost; then the editor takes over the same element. React never writes to the element: the HTML is
 * set when the element mounts, and again only when `html` changes to something that was not emitted from here.
 */
export function useRichText({ html, isDisabled, onChange }: RichTextOptions): RichText {
  const t = useText();
  const ref = useRef<HTMLDivElement>(null);
  const report = useRef(onChange);
  const [editor, setEditor] = useState<RichEditor>();
  const engine = useRef<RichEditor>(undefined);
  /** HTML that was set or emitted last. */
  const current = useRef<string>(undefined);
  /** Emitted values that were not passed back as `html` yet: a slow parent may pass an older one. */
  const unconfirmed = useRef<string[]>([]);
  const isTyped = useRef(false);
  const isComposing = useRef(false);
  const isPointerDown = useRef(false);
  const isWanted = useRef(false);
  /** External HTML that arrived during a composition. */
  const held = useRef<string>(undefined);

  useLayoutEffect(() => {
    report.current = onChange;
  }, [onChange]);

  const read = useCallback((): string => engine.current?.read() ?? ref.current?.innerHTML ?? '', []);

  const show = useCallback(
    (value: string): void => {
      held.current = undefined;
      if (engine.current !== undefined) engine.current.write(value);
      else if (ref.current !== null) ref.current.innerHTML = value;
      current.current = engine.current === undefined ? value : read();
    },
    [read],
  );

  const changeTo = useCallback((value: string): void => {
    if (value === current.current) return;
    // The edit is newer than anything that waits to be shown.
    held.current = undefined;
    current.current = value;
    unconfirmed.current.push(value);
    report.current(value);
  }, []);

  const emit = useCallback((): void => {
    if (ref.current !== null && !isComposing.current) changeTo(read());
  }, [read, changeTo]);

  useLayoutEffect(() => {
    const confirmed = unconfirmed.current.indexOf(html);
    if (confirmed >= 0) {
      unconfirmed.current.splice(0, confirmed + 1);
      return;
    }
    if (html === current.current) return;
    // Writing to the element would cancel the composition.
    if (isComposing.current) held.current = html;
    else show(html);
  }, [html, show]);

  /** Puts the editor upon the element, unless the caret is being set or a composition lasts. */
  const takeOver = useCallback((): void => {
    const loaded = richEditorPart.getSnapshot();
    const element = ref.current;
    if (!isWanted.current || loaded === undefined || element === null || engine.current !== undefined) return;
    if (isComposing.current || isPointerDown.current) return;
    const created = new loaded.value.RichEditor({ element, isTyped: isTyped.current, onUpdate: emit });
    engine.current = created;
    // The editor may serialise the same content differently, which is no edit.
    current.current = read();
    setEditor(created);
  }, [emit, read]);

  const prepare = async (): Promise<RichEditor | undefined> => {
    await richEditorPart.prepare();
    isWanted.current = true;
    // The browser sets the caret after the event that gives the focus.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    takeOver();
    return engine.current;
  };

  const reportFailure = (): void => toastError(t('request.failed'));

  useEffect(() => {
    const end = (): void => {
      if (!isPointerDown.current) return;
      isPointerDown.current = false;
      // The selection is final once the event has been handled.
      setTimeout(takeOver);
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [takeOver]);

  useEffect(() => {
    editor?.setEditable(!isDisabled);
  }, [editor, isDisabled]);

  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      // No `compositionend` follows after the element was removed.
      if (isComposing.current && element !== null) changeTo(engine.current?.readComposed() ?? element.innerHTML);
      isComposing.current = false;
      isWanted.current = false;
      const content = read();
      engine.current?.close();
      engine.current = undefined;
      setEditor(undefined);
      // StrictMode mounts the same element again.
      if (element !== null && element.innerHTML !== content) element.innerHTML = content;
    };
  }, [read, changeTo]);

  return {
    editor,
    prepare,
    fieldProps: {
      ref,
      onFocus: () => void prepare().catch(reportFailure),
      onBlur: emit,
      onInput: () => {
        if (engine.current !== undefined) return;
        isTyped.current = true;
        emit();
      },
      onPaste: (event) => {
        if (engine.current !== undefined) return;
        event.preventDefault();
        insertPlainText(event.clipboardData.getData('text/plain'));
        isTyped.current = true;
        emit();
      },
      onPointerDown: () => {
        isPointerDown.current = true;
      },
      onCompositionStart: () => {
        isComposing.current = true;
      },
      onCompositionEnd: () => {
        isComposing.current = false;
        if (engine.current === undefined) emit();
        // The editor reads the composed text from the element in a microtask of its own.
        else queueMicrotask(emit);
        if (held.current !== undefined) show(held.current);
        setTimeout(takeOver);
      },
    },
  };
}
