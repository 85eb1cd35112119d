// A rule of Oxlint: a comment is a sentence with a noun for its subject. One that begins with a preposition ("Of messages that
// may not exist.") leaves the reader to guess what it is about. A line may begin with a clause that a comma ends.
const PREPOSITIONS =
  'about above across against along among at before behind below beside between beyond by for from in inside into like ' +
  'near of on onto outside over per through to toward under upon with within without';
const BEGINS = new RegExp(`^(?:${PREPOSITIONS.replaceAll(' ', '|')})\\b`, 'i');

const lacksSubject = (type, text) => {
  const plain = text.replaceAll(/^[\s*]+/g, '');
  if (!BEGINS.test(plain) || /^[a-z]/.test(plain)) return false;
  const [sentence = ''] = plain.split(/[.;:]\s/, 1);
  return type === 'Block' || !sentence.includes(',');
};

const subject = {
  create: (context) => ({
    Program() {
      let end = -1;
      for (const comment of context.sourceCode.getAllComments()) {
        const { type, value, loc } = comment;
        const continues = type === 'Line' && loc.start.line === end + 1;
        end = loc.end.line;
        if (!continues && lacksSubject(type, value))
          context.report({ node: comment, message: 'Begin with a noun: what is this comment about?' });
      }
    },
  }),
};

export default { meta: { name: 'comments' }, rules: { subject } };
