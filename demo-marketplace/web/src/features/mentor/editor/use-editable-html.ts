import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

export interface EditableHtmlOptions {
  /** HTML to show, sanitised by the server. */
  readonly html: string;
  /** Called with the HTML after each edit; never in the middle of an input method's composition. */
  readonly onChange: (html: string) => void;
}

export interface EditableHtml {
  /** Ref of the `contenteditable` element, which must have no children in React. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Reads the element and reports its HTML if that changed. */
  readonly emit: () => void;
  readonly onCompositionStart: () => void;
  readonly onCompositionEnd: () => void;
}

/**
 * Content of a `contenteditable` element. The browser edits it, so React must not write to it while it renders: the
 * HTML is set when the element mounts, and again only when `html` changes to something that was not emitted from here.
 */
export function useEditableHtml({ html, onChange }: EditableHtmlOptions): EditableHtml {
  const ref = useRef<HTMLDivElement>(null);
  const report = useRef(onChange);
  /** HTML that was set or emitted last. */
  const current = useRef<string>(undefined);
  /** Emitted values that have not come back as `html` yet: a slow parent may pass an older one. */
  const unconfirmed = useRef<string[]>([]);
  const isComposing = useRef(false);
  /** External HTML that arrived during a composition. */
  const held = useRef<string>(undefined);

  useLayoutEffect(() => {
    report.current = onChange;
  }, [onChange]);

  const show = useCallback((value: string): void => {
    held.current = undefined;
    current.current = value;
    if (ref.current !== null) ref.current.innerHTML = value;
  }, []);

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

  const emitFrom = useCallback((element: HTMLElement): void => {
    const value = element.innerHTML;
    if (value === current.current) return;
    // The edit is newer than anything that waits to be shown.
    held.current = undefined;
    current.current = value;
    unconfirmed.current.push(value);
    report.current(value);
  }, []);

  const emit = useCallback((): void => {
    if (ref.current !== null && !isComposing.current) emitFrom(ref.current);
  }, [emitFrom]);

  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      // No compositionend follows once the element is gone.
      if (isComposing.current && element !== null) emitFrom(element);
      isComposing.current = false;
    };
  }, [emitFrom]);

  return {
    ref,
    emit,
    onCompositionStart: useCallback(() => {
      isComposing.current = true;
    }, []),
    onCompositionEnd: useCallback(() => {
      isComposing.current = false;
      emit();
      if (held.current !== undefined) show(held.current);
    }, [emit, show]),
  };
}
