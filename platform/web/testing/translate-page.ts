/**
 * What translators of browsers do to a page, now and whenever it changes: each text is put into elements of theirs. Returns
 * what ends it. Complete in itself, since journeys send it to their pages.
 */
export function translatePage(): () => void {
  const LEFT_ALONE = '[translate=no], svg, script, style, textarea, font';
  const translate = (text: Text) => {
    const words = text.data.trim();
    if (words === '' || !text.parentElement || text.parentElement.closest(LEFT_ALONE)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data.replace(words, `«${words}»`);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    if (root instanceof Text) texts.push(root);
    for (const text of texts) translate(text);
  };
  document.documentElement.lang = 'vi';
  document.documentElement.classList.add('translated-ltr');
  translateAll(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') translateAll(target);
      else for (const node of addedNodes) translateAll(node);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}
