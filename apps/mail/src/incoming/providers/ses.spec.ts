import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mailOf } from '../arrivals.fixture.ts';
import { INPUTS, fromSes, receiptFor, openMailUrl } from './provider-requests.fixture.ts';
import { CERTIFICATE_URL, sesMessage, snsMessage, TOPIC } from './provider-server.fixture.ts';

const providers = await openMailUrl();
const { post, sns } = providers;
afterEach(() => providers.clear());
afterAll(() => providers.close());

describe('a message of SNS', () => {
  it.each(['1', '2'] as const)(
    'is verified by the certificate in its region (version %s)',
    async (version) => {
      const box = await providers.receiving(INPUTS.ses);
      const Message = sesMessage(Buffer.from(mailOf('Encoded')).toString('base64'), {
        ...receiptFor(box.row.address, { type: 'SNS', encoding: 'BASE64' }),
      });
      const posted = snsMessage({ Message, Subject: 'Amazon SES', SignatureVersion: version });
      expect(await post(box, posted)).toMatchObject({ status: 200, outcome: 'stored' });
      expect(await providers.subjects(box)).toEqual(['Encoded']);
      expect(sns.asked).toEqual([
        ['sns.eu-west-1.amazonaws.com', CERTIFICATE_URL.slice('https://sns.eu-west-1.amazonaws.com'.length)],
      ]);
    },
  );

  it.each([
    'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0a1b2c3d.pem',
    'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0a1b2c3d.pem',
    'https://evil.example/sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b2c3d.pem',
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0a1b2c3d.pem',
    'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b2c3d.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0a1b2c3d.pem',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b2c3d.pem?x=.pem',
    'https://sns.eu-west-1.amazonaws.com/../SimpleNotificationService-0a1b2c3d.pem',
    'https://169.254.169.254/SimpleNotificationService-0a1b2c3d.pem',
  ])('with the certificate %s is refused without asking for it', async (SigningCertURL) => {
    const box = await providers.receiving(INPUTS.ses);
    const posted = snsMessage({ SigningCertURL, Message: sesMessage(mailOf('Forged')) });
    expect(await post(box, posted)).toMatchObject({ status: 401 });
    expect(sns.asked).toEqual([]);
    expect(await providers.stored(box)).toEqual([]);
  });

  it('of another topic, or with a wrong signature, is refused', async () => {
    const box = await providers.receiving(INPUTS.ses);
    const Message = sesMessage(mailOf('Forged'));
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const refused = [
      snsMessage({ Message, TopicArn: `${TOPIC}-2` }),
      snsMessage({ Message }, other),
      snsMessage({ Message, Signature: 'AAAA' }),
    ];
    for (const posted of refused) expect(await post(box, posted)).toMatchObject({ status: 401 });
    expect(await providers.stored(box)).toEqual([]);
  });

  it('confirms the subscription of its topic, where SubscribeURL does not say so', async () => {
    const box = await providers.receiving(INPUTS.ses);
    const confirmation = {
      ...{
        Type: 'SubscriptionConfirmation' as const,
        Token: 'a1b2',
        Message: 'You have chosen to subscribe',
      },
      ...{ SubscribeURL: 'http://169.254.169.254/latest/meta-data' },
    };
    expect(await post(box, snsMessage(confirmation))).toMatchObject({ status: 200, outcome: 'ignored' });
    expect(sns.asked.slice(1)).toEqual([['sns.eu-west-1.amazonaws.com', TOPIC, 'a1b2']]);
    sns.asked.length = 0;
    const other = snsMessage({ ...confirmation, TopicArn: `${TOPIC}-2` });
    expect(await post(box, other)).toMatchObject({ status: 401 });
    expect(sns.asked).toEqual([]);
  });

  it('is answered 503 while SNS cannot be asked', async () => {
    const box = await providers.receiving(INPUTS.ses);
    sns.isDown = true;
    expect(await post(box, fromSes(mailOf('Hi'), box.row.address))).toMatchObject({ status: 503 });
  });

  it('that ends the subscription, or tells of the rule, is acknowledged', async () => {
    const box = await providers.receiving(INPUTS.ses);
    const messages = [
      snsMessage({ Type: 'UnsubscribeConfirmation', Token: 'a', SubscribeURL: 'https://a.example' }),
      snsMessage({ Message: 'Successfully validated SNS topic for Amazon SES event publishing.' }),
    ];
    for (const posted of messages)
      expect(await post(box, posted)).toMatchObject({ status: 200, outcome: 'ignored' });
    expect(await providers.stored(box)).toEqual([]);
  });

  it('of the action S3, which has no mail, says which one is supported', async () => {
    const box = await providers.receiving(INPUTS.ses);
    const Message = sesMessage('', { ...receiptFor(box.row.address, { type: 'S3' }), content: undefined });
    expect(await post(box, snsMessage({ Message }))).toMatchObject({
      ...{ status: 422, message: expect.stringContaining('The action S3 is not supported') },
    });
  });

  it('that is delivered raw is refused with the setting to change', async () => {
    const box = await providers.receiving(INPUTS.ses);
    expect(await post(box, { headers: {}, body: sesMessage(mailOf('Hi')) })).toMatchObject({
      ...{ status: 400, message: expect.stringContaining('raw message delivery') },
    });
  });
});
