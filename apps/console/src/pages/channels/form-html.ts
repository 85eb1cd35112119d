/** The HTML of a contact form for a web site, as the guide shows it. @param url its `action` */
export const formHtml = (url: string): string => `<form method="post" action="${url}" accept-charset="utf-8">
  <label>Name <input name="name" autocomplete="name" maxlength="255" /></label>
  <label>E-mail <input name="email" type="email" autocomplete="email" required maxlength="320" /></label>
  <label>Subject <input name="subject" maxlength="255" /></label>
  <label>Message <textarea name="message" required maxlength="20000"></textarea></label>
  <div style="position: absolute; left: -10000px" aria-hidden="true">
    <label>Leave this empty <input name="leave_blank" tabindex="-1" autocomplete="off" /></label>
  </div>
  <button>Send</button>
</form>`;
