/** Start of a list paragraph of Word: a bullet, or a number with its punctuation, and the space after it. */
const MARKER = /^[\s\u00a0]*(?:[·•o§\u2022\uf0b7-]|(\(?[\da-z]{1,3}[.)、]))[\s\u00a0]+/i;

const isWordListItem = (element: Element): boolean =>
  /\bMsoListParagraph/.test(element.className) || /mso-list:\s*l\d/i.test(element.getAttribute('style') ?? '');

/** Removes the marker from the first text of a list paragraph. @returns whether it was a number */
function takeMarker(item: Element): boolean {
  const spans = [...item.querySelectorAll('span')];
  const ignored = spans.find((span) => /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''));
  if (ignored !== undefined) {
    const isNumber = /[\da-z]+[.)]/i.test(ignored.textContent);
    ignored.remove();
    return isNumber;
  }
  const [, number] = MARKER.exec(item.textContent) ?? [];
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  const text = walker.nextNode();
  if (text !== null) text.textContent = (text.textContent ?? '').replace(MARKER, '');
  return number !== undefined;
}

/** Word's HTML has no lists, only paragraphs with a marker; adjacent ones become the items of a list. */
function restoreWordLists(root: ParentNode): void {
  for (const paragraph of root.querySelectorAll('p')) {
    if (!isWordListItem(paragraph)) continue;
    const tag = takeMarker(paragraph) ? 'OL' : 'UL';
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    const previous = paragraph.previousElementSibling;
    if (previous?.tagName === tag) {
      previous.append(item);
      paragraph.remove();
    } else {
      const list = paragraph.ownerDocument.createElement(tag);
      list.append(item);
      paragraph.replaceWith(list);
    }
  }
}

/**
 * Cleans HTML from the clipboard for the editor's schema, which accepts only what the API accepts. The schema does not
 * recognise the lists of Word, and would show the text of styles and titles.
 */
export function cleanPastedHtml(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('style, script, title, meta, link, template')) element.remove();
  // Elements of Office's own namespaces, such as o:p, contain at most a space.
  for (const element of page.querySelectorAll('*')) if (element.localName.includes(':')) element.remove();
  restoreWordLists(page.body);
  return page.body.innerHTML;
}
