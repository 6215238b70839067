import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  getOrderAgain,
  getReminders as getRemindersCall,
  setReminder as setReminderCall,
  stopReminders as stopRemindersCall,
} from '#areas/checkout/calls/order-again.ts';
import {
  decideProblem as decideProblemCall,
  getAftercare,
  getProblemPhoto,
  listProblems,
  listProblemWindows,
  reportProblem as reportProblemCall,
  uploadProblemPhoto,
  getRatingEmails as getRatingEmailsCall,
  hideRating as hideRatingCall,
  listRatings,
  rateMeals as rateMealsCall,
  stopRatingEmails as stopRatingEmailsCall,
} from '#areas/customers/calls/aftercare.ts';
import {
  decideProblem,
  listWindowsForProblem,
  describeAftercare,
  reportProblem,
} from './problems.ts';
import { rateMeals, hideRating, listStaffRatings } from '#areas/customers/server/meal-ratings.ts';
import {
  describeOrderAgain,
  getReminders,
  setReminder,
  stopReminders,
} from '#areas/checkout/server/order-again.ts';
import { readProblemPhoto, storeProblemPhoto, listStaffProblems } from './problem-queries.ts';
import { getRatingEmails, stopRatingEmails } from '#areas/customers/server/rating-emails.ts';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { type Allowed, throttleCaller } from '#platform/server/http/throttle.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { leaveBodiesUnread, withFileUpload } from '#platform/server/http/read-request.ts';

const LARGEST_PHOTO_MB = 8;

export function registerAftercareRoutes(app: FastifyInstance, context: Context): void {
  async function admit(reply: FastifyReply, what: Allowed): Promise<void> {
    reply.header('x-robots-tag', 'noindex');
    await throttleCaller(context, what, reply.request);
  }

  route(app, getAftercare, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    return describeAftercare(context, params.token);
  });

  route(app, rateMealsCall, async ({ params, body, reply }) => {
    await admit(reply, 'trackingChange');
    return rateMeals(context, params.token, body.ratings);
  });

  route(app, reportProblemCall, async ({ params, body, reply }) => {
    await admit(reply, 'trackingChange');
    return reportProblem(context, params.token, body);
  });

  withFileUpload(app, { uploadName: 'The photo', largestMb: LARGEST_PHOTO_MB }, (scope) => {
    route(scope, uploadProblemPhoto, async ({ params, reply }) => {
      await admit(reply, 'problemPhoto');
      const { body } = reply.request;
      if (!Buffer.isBuffer(body)) throw new InvalidRequest({ photo: 'Please choose a photo' });
      return storeProblemPhoto(context, params.token, body);
    });
  });

  registerOrderAgain(app, context, admit);
  registerStopping(app, context, admit);
  registerForStaff(app, context);
}

type Admit = (reply: FastifyReply, what: Allowed) => Promise<void>;

function registerOrderAgain(app: FastifyInstance, context: Context, admit: Admit): void {
  route(app, getOrderAgain, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    return describeOrderAgain(context, params.token);
  });

  route(app, setReminderCall, async ({ params, body, reply }) => {
    await admit(reply, 'trackingChange');
    return setReminder(context, params.token, body.isAsked);
  });
}

function registerStopping(app: FastifyInstance, context: Context, admit: Admit): void {
  route(app, getRemindersCall, async ({ query, reply }) => {
    await admit(reply, 'tracking');
    return getReminders(context, query.token);
  });

  route(app, getRatingEmailsCall, async ({ query, reply }) => {
    await admit(reply, 'tracking');
    return getRatingEmails(context, query.token);
  });

  void app.register((scope, _options, done) => {
    // Mail programs send a form, which says nothing that we need.
    leaveBodiesUnread(scope);
    route(scope, stopRatingEmailsCall, async ({ query, reply }) => {
      await admit(reply, 'trackingChange');
      return stopRatingEmails(context, query.token);
    });
    route(scope, stopRemindersCall, async ({ query, reply }) => {
      await admit(reply, 'trackingChange');
      return stopReminders(context, query.token);
    });
    done();
  });
}

function registerForStaff(app: FastifyInstance, context: Context): void {
  staffRoute(app, listRatings, ({ query }) => listStaffRatings(context.db, query));

  staffRoute(app, hideRatingCall, async ({ params, body, staff }) => {
    await hideRating(context, staff, params.id, body);
  });

  staffRoute(app, listProblems, ({ query }) => listStaffProblems(context, query));

  staffRoute(app, listProblemWindows, async ({ params }) => ({
    windows: await listWindowsForProblem(context, params.id),
  }));

  staffRoute(app, getProblemPhoto, async ({ params, reply }) => {
    const bytes = await readProblemPhoto(context.db, { id: params.photo, problemId: params.id });
    reply.header('content-type', 'image/jpeg');
    return bytes;
  });

  staffRoute(app, decideProblemCall, ({ params, body, staff }) =>
    decideProblem(context, staff, params.id, body),
  );
}
