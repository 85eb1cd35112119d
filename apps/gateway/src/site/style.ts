import { LANGUAGES } from './markdown.ts';

/** Colors, and the bar that every page begins with; contrast of text is 4.5 to 1 and more in either scheme. */
export const BASE_STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f4f5f9;--text:#1b1f2a;--soft:#545b6c;--line:#d9dce5;
--accent:#3448c5;--accent-over:#2a3aa6;--on-accent:#fff;--code:#f4f5f9}
@media(prefers-color-scheme:dark){:root{--ground:#12141b;--raised:#1c1f29;--text:#eceef4;--soft:#a6adbd;--line:#363b4a;
--accent:#a3b1ff;--accent-over:#bcc6ff;--on-accent:#12141b;--code:#1c1f29}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);
font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:.5rem;z-index:20;padding:.5rem 1rem;background:var(--ground)}
.top{position:sticky;top:0;z-index:10;display:flex;align-items:center;gap:.25rem 1.5rem;height:3.5rem;padding:0 1.5rem;
background:var(--ground);border-bottom:1px solid var(--line)}
.top a{color:var(--text);text-decoration:none;white-space:nowrap}
.top a:hover{text-decoration:underline}
.top a[aria-current]{color:var(--accent);font-weight:600}
.brand{display:flex;align-items:center;gap:.5rem;margin-right:auto;font-weight:650;letter-spacing:-.01em}
.brand svg{width:1.6rem;height:1.6rem;fill:var(--accent)}
@media(max-width:34rem){.top{gap:.25rem 1rem;padding:0 1rem}.brand span{display:none}}
`;

/** What a choice of language shows; code that curl has no form of is in Node.js then. */
const languageStyle = Object.keys(LANGUAGES)
  .map((language) => {
    const chosen = `main:has(#language-${language}:checked)`;
    const others = `main:has(#language-sh:checked) .samples:not(:has([data-language=sh]))`;
    const isDefault = language === 'js';
    return `:is(${chosen} .samples${isDefault ? `,${others}` : ''})>[data-language=${language}]{display:block}
:is(${chosen}${isDefault ? `,${others}` : ''}) label[for=language-${language}]{color:var(--text);font-weight:600;border-color:var(--accent)}
main:has(#language-${language}:focus-visible) .tabs>[for=language-${language}]{outline:2px solid var(--accent);outline-offset:-2px}`;
  })
  .join('\n');

/** The look of the pages except the reference, which has its own. */
export const STYLE = `${BASE_STYLE}
main{min-width:0}
a{color:var(--accent);text-underline-offset:.15em}
h1{margin:0 0 1rem;font-size:2rem;line-height:1.2;letter-spacing:-.02em;text-wrap:balance;overflow-wrap:anywhere}
h2{margin:2.5rem 0 .75rem;font-size:1.35rem;line-height:1.3;letter-spacing:-.01em}
h3{margin:2rem 0 .5rem;font-size:1.1rem}
h4{margin:1.5rem 0 .5rem;font-size:1rem}
p,ul,ol{margin:0 0 1rem}
li{margin:.25rem 0}
.anchor{margin-left:.25rem;color:var(--soft);text-decoration:none;opacity:0}
:is(h2,h3,h4):hover .anchor,.anchor:focus{opacity:1}
:target{scroll-margin-top:4.5rem}
:is(h2,h3,h4):target{padding-left:.75rem;border-left:4px solid var(--accent)}
code{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
:not(pre)>code{padding:.1em .3em;background:var(--code);border-radius:.3rem;overflow-wrap:anywhere}
pre{margin:0 0 1.25rem;padding:1rem;overflow-x:auto;background:var(--code);border:1px solid var(--line);border-radius:.6rem}
.languages{position:fixed;left:-100vw;top:4rem;z-index:20;display:flex;flex-wrap:wrap;gap:.25rem 1rem;max-width:calc(100vw - 2rem);
margin:0;padding:.6rem 1rem;background:var(--ground);border:1px solid var(--line);border-radius:.6rem;box-shadow:0 .25rem 1rem #0003}
.languages:has(:focus-visible){left:1rem}
.languages legend{float:left;padding:0;font-weight:600}
.languages label{display:flex;align-items:center;gap:.4rem}
.languages input{margin:0}
.samples{margin:0 0 1.25rem;background:var(--code);border:1px solid var(--line);border-radius:.6rem}
.tabs{display:flex;flex-wrap:wrap;padding:0 .4rem;border-bottom:1px solid var(--line);font-size:.9rem}
.tabs label{padding:.5rem .6rem .4rem;color:var(--soft);border-bottom:2px solid transparent;cursor:pointer}
.tabs label:hover{color:var(--text)}
.samples>pre{margin:0;border:0}
@supports selector(:has(a)){.samples>pre{display:none}
${languageStyle}}
.table{margin:0 0 1.25rem;overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.95rem}
th,td{padding:.5rem .75rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{white-space:nowrap}
td :not(pre)>code,td>code{overflow-wrap:normal}
blockquote{margin:0 0 1rem;padding-left:1rem;color:var(--soft);border-left:4px solid var(--line)}
.soft{color:var(--soft)}
.page{display:grid;grid-template-columns:15rem minmax(0,46rem);gap:3rem;max-width:70rem;margin:0 auto;padding:2rem 1.5rem 4rem}
.page>nav{position:sticky;top:5.5rem;align-self:start;max-height:calc(100vh - 7rem);overflow-y:auto;padding:.25rem}
nav ul{margin:0;padding:0;list-style:none}
.page>nav a,.menu a{display:block;padding:.25rem .75rem;color:var(--text);text-decoration:none;border-radius:.4rem}
.page>nav a:hover,.menu a:hover{background:var(--raised)}
.page>nav a[aria-current],.menu a[aria-current]{color:var(--accent);font-weight:600;background:var(--raised)}
.menu{display:none;margin-bottom:1.5rem;border:1px solid var(--line);border-radius:.6rem}
.menu summary{padding:.6rem .75rem;font-weight:600;cursor:pointer}
.contents{margin:0 0 2rem;padding:.75rem 1rem;background:var(--raised);border-radius:.6rem}
.contents h2{margin:0 0 .25rem;font-size:1rem}
.contents ul{columns:2;column-gap:2rem}
.contents li{margin:0;break-inside:avoid}
.home{max-width:64rem;margin:0 auto;padding:4rem 1.5rem}
.home h1{font-size:clamp(2rem,6vw,3.25rem);max-width:18ch}
.lead{max-width:38rem;font-size:1.2rem;color:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.75rem 0 0}
.button{padding:.7rem 1.2rem;font-weight:600;color:var(--text);text-decoration:none;border:1px solid var(--soft);border-radius:.55rem}
.button:hover{border-color:var(--text)}
.button.main{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
.button.main:hover{background:var(--accent-over)}
.home h2{margin-top:4rem}
.steps{padding:0;list-style:none;counter-reset:step}
.steps>li{position:relative;margin:0 0 1.5rem;padding-left:3rem;counter-increment:step}
.steps>li::before{content:counter(step);position:absolute;left:0;top:0;width:2rem;height:2rem;font-weight:650;line-height:2rem;
text-align:center;color:var(--accent);background:var(--raised);border-radius:50%}
.steps h3{margin:0 0 .25rem;line-height:2rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem;padding:0;list-style:none}
.cards li{margin:0;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.75rem}
.cards a{font-weight:600}
.cards p{margin:.25rem 0 0;font-size:.95rem;color:var(--soft)}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.5rem 2rem}
dl.facts dt{color:var(--soft)}
dl.facts dd{margin:0;overflow-wrap:anywhere}
footer{padding:1.5rem;color:var(--soft);text-align:center;border-top:1px solid var(--line);font-size:.9rem}
@media(max-width:52rem){.page{display:block;padding-top:1.5rem}.page>nav{display:none}.menu{display:block}}
@media(max-width:34rem){.home{padding:2.5rem 1.25rem}
.page{padding:1.25rem}h1{font-size:1.7rem}.contents ul{columns:1}.steps>li{padding-left:0}
.steps>li::before{position:static;display:inline-block;margin-right:.75rem}.steps h3{display:inline}
.steps h3+*{margin-top:.5rem}dl.facts{display:block}dl.facts dd{margin-bottom:.75rem}}
@media(forced-colors:active){.button{border:2px solid}}
`;
