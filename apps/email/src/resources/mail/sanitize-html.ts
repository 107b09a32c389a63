import sanitize from 'sanitize-html';

/** Longer HTML is not shown: the text is. */
const MAX_HTML = 1024 * 1024;
/** Nor is HTML of more tags: the parser takes quadratic time for those that are never closed, minutes for a megabyte of them. */
const MAX_TAGS = 30_000;

const TAGS = [
  ...['a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'center', 'code', 'col', 'colgroup', 'dd', 'del', 'div', 'dl', 'dt', 'em', 'font'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'li', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strike', 'strong'],
  ...['sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'tt', 'u', 'ul'],
];
const COLOR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|rgb\([\d\s,.%]{1,40}\))$/i;
const LENGTH = /^[\d.]{1,6}(?:px|pt|em|rem|%)?$/;

/** HTML that runs nothing and fetches nothing but by a click: images are inline ones by cid, everything else goes. */
export function sanitizeMailHtml(html: string): string | null {
  if (shownPart(html).length < html.length) return null;
  const clean = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan', 'align', 'valign'],
      th: ['colspan', 'rowspan', 'align', 'valign'],
      '*': ['style', 'dir'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['cid'] },
    allowProtocolRelative: false,
    allowedStyles: {
      '*': {
        color: [COLOR],
        'background-color': [COLOR],
        'text-align': [/^(?:left|right|center|justify)$/],
        'font-weight': [/^(?:bold|normal|[1-9]00)$/],
        'font-style': [/^(?:italic|normal)$/],
        'text-decoration': [/^(?:underline|line-through|none)$/],
        'font-size': [LENGTH],
        'margin-left': [LENGTH],
        'padding-left': [LENGTH],
      },
    },
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }) },
    nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'head', 'svg', 'math', 'iframe', 'object'],
    nestingLimit: 200,
  }).trim();
  return clean === '' ? null : clean;
}

/** The text of HTML, a line for each block. */
export function htmlToText(html: string): string {
  const broken = shownPart(html)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?:br|hr)\b[^<>]{0,500}>/gi, '\n')
    .replaceAll(/<\/(?:p|div|tr|li|h[1-6]|blockquote|table|ul|ol|pre)\s{0,5}>/gi, '\n');
  const text = sanitize(broken, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'head'],
  });
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** HTML up to where it becomes too much. */
function shownPart(html: string): string {
  let tags = 0;
  for (const { index } of html.slice(0, MAX_HTML).matchAll(/<[a-z]/gi)) if (++tags > MAX_TAGS) return html.slice(0, index);
  return html.slice(0, MAX_HTML);
}

function decodeEntities(text: string): string {
  return text.replaceAll('&nbsp;', ' ').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
