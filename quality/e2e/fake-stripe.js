// Replaces js.stripe.com: records what the page requests, and pays at the sandbox.
(() => {
  const asked = [];
  globalThis.askedOfStripe = asked;

  function form() {
    const listeners = {};
    return {
      mount(node) {
        node.textContent = 'The card form of Stripe';
        setTimeout(() =>
          globalThis.stripeFails ? listeners.loaderror?.({}) : listeners.ready?.(),
        );
      },
      on: (name, listen) => (listeners[name] = listen),
      once: (name, listen) => (listeners[name] = listen),
      off() {},
      update() {},
      unmount() {},
      destroy() {},
    };
  }

  function elements(options) {
    asked.push({ call: 'elements', options });
    return {
      create(kind, given) {
        asked.push({ call: 'create', kind, options: given });
        return form();
      },
      update: (changed) => asked.push({ call: 'update', options: changed }),
      getElement: () => null,
      clientSecret: options.clientSecret,
    };
  }

  async function confirmPayment({ elements: { clientSecret }, confirmParams, redirect }) {
    asked.push({ call: 'confirmPayment', options: { confirmParams, redirect } });
    const [id] = clientSecret.split('_secret');
    const reply = await fetch(`/sandbox/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': globalThis.cardToUse,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      }),
    });
    const answer = await reply.json();
    return reply.ok ? { paymentIntent: answer } : { error: answer.error };
  }

  globalThis.Stripe = (key) => {
    asked.push({ call: 'Stripe', key });
    const unused = () => {
      throw new Error('the page must not request this');
    };
    return {
      elements,
      confirmPayment,
      createToken: unused,
      createPaymentMethod: unused,
      confirmCardPayment: unused,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  };
})();
