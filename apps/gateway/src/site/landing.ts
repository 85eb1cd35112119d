import { html, type Html } from '@parley/runtime/http/html';
import type { Documents } from './documents.ts';
import type { Installation, View } from './layout.ts';

export function landingView(installation: Installation, { guides }: Documents): View {
  const { prefix } = installation;
  const [first] = guides;
  return {
    title: 'Parley API',
    section: 'home',
    content: html`<main id="content" class="home">
      <h1>Customer communication behind one REST API</h1>
      <p class="lead">
        Conversations, tickets, contacts, files and signed webhooks. You have reached the API of this
        installation; this page shows the way in.
      </p>
      <p class="actions">
        ${first === undefined ? null : html`<a class="button main" href="${prefix + first.path}">${first.title}</a>`}
        <a class="button" href="${prefix}/docs">API reference</a>
      </p>
      ${firstRequests(installation)}
      ${
        guides.length === 0
          ? null
          : html`<h2>Guides</h2>
              <ul class="cards">
                ${guides.map((guide) => card(prefix + guide.path, guide.title, guide.summary))}
              </ul>`
      }
      ${facts(installation)}
    </main>`,
  };
}

function firstRequests({ baseUrl }: Installation): Html {
  return html`<h2>Your first requests</h2>
    <ol class="steps">
      <li>
        <h3>Get an API key</h3>
        <p>
          <code>npm start</code> prints a live and a test key of its demo workspace. Elsewhere, the operator
          of the installation creates one:
          <code
            >npx parley key:create --workspace ws_… --name … --mode test --scopes
            tickets:read,tickets:write,contacts:write</code
          >
        </p>
      </li>
      <li>
        <h3>See whose key it is</h3>
        ${code(`export KEY=sk_test_…\ncurl ${baseUrl}/v1/me -H "Authorization: Bearer $KEY"`)}
      </li>
      <li>
        <h3>Create a ticket</h3>
        ${code(
          `curl ${baseUrl}/v1/tickets -H "Authorization: Bearer $KEY" \\\n` +
            `  -H 'Content-Type: application/json' \\\n` +
            `  -d '{"subject": "Printer on fire", "contact": {"email": "kim@example.com"}}'`,
        )}
      </li>
    </ol>`;
}

function facts({ baseUrl, authUrl, version, prefix }: Installation): Html {
  return html`<h2>This installation</h2>
    <dl class="facts">
      <dt>API</dt>
      <dd><code>${baseUrl}/v1</code></dd>
      <dt>OpenAPI document</dt>
      <dd><a href="${prefix}/openapi.json">${baseUrl}/openapi.json</a></dd>
      <dt>Sign-in and connected apps</dt>
      <dd><a href="${authUrl}">${authUrl}</a></dd>
      <dt>OAuth metadata</dt>
      <dd>
        <a href="${authUrl}/.well-known/oauth-authorization-server"
          >${authUrl}/.well-known/oauth-authorization-server</a
        >
      </dd>
      <dt>Version</dt>
      <dd>${version}</dd>
    </dl>`;
}

function card(href: string, title: string, summary: string): Html {
  return html`<li>
    <a href="${href}">${title}</a>
    <p>${summary}</p>
  </li>`;
}

function code(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}
