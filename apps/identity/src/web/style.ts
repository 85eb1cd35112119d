/** The whole look of the sign-in pages; contrast of text is 4.5 to 1 and more in either scheme. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f3f4f8;--card:#fff;--text:#1b1f2a;--soft:#5a6172;--line:#d9dce5;--field:#fff;
--accent:#3448c5;--accent-over:#2a3aa6;--on-accent:#fff;--bad:#a8201a;--bad-ground:#fdf0ef;--chip:#eef0fb}
@media(prefers-color-scheme:dark){:root{--ground:#12141b;--card:#1c1f29;--text:#eceef4;--soft:#a6adbd;--line:#363b4a;
--field:#12141b;--accent:#93a3ff;--accent-over:#aebaff;--on-accent:#12141b;--bad:#ffb3ad;--bad-ground:#3a1d1f;--chip:#262b3b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;justify-items:center;background:var(--ground);
color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{align-self:center;width:100%;max-width:27rem;margin:1.5rem 0;padding:2rem;background:var(--card);
border:1px solid var(--line);border-radius:1rem;box-shadow:0 1px 2px #0000000d,0 12px 32px #00000014}
.brand{display:flex;align-items:center;gap:.5rem;margin:0 0 1.5rem;font-weight:650;letter-spacing:-.01em}
.brand svg{width:1.6rem;height:1.6rem;fill:var(--accent)}
h1{margin:0 0 .4rem;font-size:1.45rem;line-height:1.25;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}
h2{margin:1.75rem 0 .5rem;font-size:1.05rem}
p{margin:0 0 1rem;overflow-wrap:anywhere}
.soft,small{color:var(--soft)}
label{display:block;margin:1rem 0 .3rem;font-weight:600}
input{width:100%;padding:.65rem .75rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--soft);
border-radius:.55rem}
button{padding:.7rem 1.1rem;font:inherit;font-weight:600;color:var(--text);background:transparent;border:1px solid var(--soft);
border-radius:.55rem;cursor:pointer}
button:hover{border-color:var(--text)}
button.main{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
button.main:hover{background:var(--accent-over);border-color:var(--accent-over)}
button.link{padding:.15rem .1rem;font-weight:500;color:var(--accent);border:0;text-decoration:underline;
text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
input[aria-invalid]{border-color:var(--bad)}
.full{width:100%;margin-top:1.5rem}
.choice{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-top:1.5rem}
button.option{display:block;width:100%;margin-top:.75rem;text-align:left;overflow-wrap:anywhere}
button.option small{display:block;font-weight:400}
.after{margin:1.25rem 0 0}
.facts{margin:0 0 1rem;padding:.7rem .9rem;background:var(--chip);border-radius:.7rem;overflow-wrap:anywhere}
.facts dt{color:var(--soft);font-size:.875rem}
.facts dd{margin:0}
.facts dd+dt{margin-top:.5rem}
.decision{position:sticky;bottom:0;margin:0 -2rem -2rem;padding:1rem 2rem;background:var(--card);border-top:1px solid var(--line);
border-radius:0 0 1rem 1rem}
.alert{margin:1rem 0;padding:.7rem .9rem;color:var(--bad);background:var(--bad-ground);border-left:4px solid var(--bad);
border-radius:.4rem}
ul.scopes{margin:.25rem 0 1rem;padding:0;list-style:none;border:1px solid var(--line);border-radius:.7rem}
ul.scopes li{padding:.45rem .9rem .45rem 2.4rem;position:relative}
ul.scopes li+li{border-top:1px solid var(--line)}
ul.scopes li::before{content:"";position:absolute;left:1rem;top:.85rem;width:.65rem;height:.35rem;
border:solid var(--accent);border-width:0 0 2px 2px;transform:rotate(-45deg)}
ul.scopes li.off{color:var(--soft)}
ul.scopes li.off::before{border-color:var(--soft);border-width:0 0 2px;transform:none}
.who{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem .75rem;margin-top:1.25rem;
padding:.7rem .9rem;background:var(--chip);border-radius:.7rem}
.who p{margin:0}
a{color:var(--accent)}
@media(max-width:30rem){body{background:var(--card)}main{align-self:start;margin:0;padding:1.5rem 1.25rem;border:0;
border-radius:0;box-shadow:none}
.decision{margin:0 -1.25rem -1.5rem;padding:.75rem 1.25rem}}
@media(forced-colors:active){button{border:2px solid}}
`;
