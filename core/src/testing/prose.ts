/**
 * Ordinary sentences, as somebody types them into a chat, an editor or a commit message. A test types them while a surface has the
 * keyboard, to see that none of them answers anything. Every letter and digit that is a command somewhere begins several of them.
 */
export const prose: readonly string[] = `
Please keep the old endpoint until the mobile app is out.
please check whether the tests pass before you merge
Yes, but only after the backup has finished.
yes, go ahead with the second one and skip the third
you should ask ana about the staging server first
your last commit broke the login page again
No, leave the cache alone for now.
no, use bun instead of npm for this one
not yet, the migration is still running on two nodes
now that the index exists the query takes 3 ms
nobody else is working on this branch today
next week is better, we have 2 releases before that
Only if the rollback works on a copy of the data.
only the first 4 rows are wrong, the rest is fine
on second thought keep sqlite for the small projects
once the tests are green you can deploy to staging
our users will not like a second login
or we could just ask them which one they prefer
Skip the linter for generated files.
skip that step, it takes 20 minutes and finds nothing
so what happens if both servers answer at once
some of these options look the same to me
start with the schema and leave the api for later
sorry, I was in a meeting, what was the question
A 2 percent error rate is too high for this service.
a 1 line change should not need 3 reviewers
all of the tests pass on my machine
also add a note to the changelog about the new flag
and then run the whole suite twice to be sure
any idea why the worker stops after 5 minutes
Just delete the branch, it was merged yesterday.
just use the default port and write it down somewhere
judging by the logs it was the second deploy
join the two tables on the user id
jobs that fail 3 times go to the dead letter queue
Keep the answer short and link to the docs.
keep the feature flag off until monday
keys should never be logged, not even in debug mode
know that this will drop the old column for good
kill the process and look at the last 50 lines
Let me think about it for a minute.
let us go with the simplest thing that works
later today I will write the tests for the parser
leave it as it is, nobody uses that page
look at line 42, the comparison is the wrong way round
like I said, the cache is the problem and not the database
exactly, that is what the customer asked for
extra logging would help us to find the cause
explain why this needs a new dependency
x is a bad name for that variable, call it width
xml is fine as long as nobody has to edit it by hand
Can you show me the diff again, please?
can we do this without downtime
change the colour back, it was easier to read
check the 2nd migration, it runs before the 1st
come back to this when the 4 open bugs are fixed
could you also rename the helper in the same commit
Quick question: who owns the billing service?
quite a lot of people still run version 3
quit the editor first, then pull again
Got it, I will look at the failing job tonight.
go back to the previous version of the lock file
good point, the index is missing on the new table
give it 10 minutes and try once more
great, then we only need the screenshots
Use the existing helper instead of a new one.
use 1 worker per core and not more than 8
until we know more I would not touch the scheduler
under load the p95 goes up to 900 ms
update the readme as well, it still mentions the old flag
Do not push to main before the freeze is over.
do it the same way as in the other package
does this also work when the disk is full
don't forget to bump the version in 2 places
delete the temporary files when you are done
docs first, then the code, then the tests
1 of the 3 hosts is down, so wait before you restart anything
1 is the one I would pick, but ask the others too
2 more things: the title is too long and the link is dead
2 days should be enough for this
3 people asked for it this week alone
3 tests fail on my laptop and none of them in the pipeline
4 eyes see more than 2, so please have a look
5 minutes ago it worked, what did you change
0 errors and 12 warnings, I think we can ship it
10 requests a second is nothing, it should not slow down
We can drop support for the old format in June.
we agreed to call it workspace and not project
what about the people who have both versions installed
when the queue is empty the worker should go to sleep
where is the config file on a mac
which of the two did you mean, the client or the server
why does it need root for that
who else knows how the importer works
with a bit of luck nobody notices the restart
would it be possible to have this behind a flag
The second option is too slow on cold starts.
the customer wants an export with all columns
that sounds right, but measure it before you say so
then the answer is no, at least for this release
there is a typo in the error message on line 7
these 2 files belong together, move them into one folder
they will ask for a refund if it happens again
this is the third time the job hangs at 99 percent
try it with an empty cache and a new profile
take the lock before you read the counter
test it on the slow machine in the office, not here
thanks, that was fast
I would rather wait for the review than rush it.
i think the timeout should be 30 seconds and not 3
in that case we need 2 buttons instead of 1
is there a way to undo this later
it depends on whether the hub is running
if the file is missing, say so and stop
Before we do that I want to see the numbers.
be careful with the quotes in that script
both are fine with me, pick the cheaper one
by the way, the nightly build has been red since tuesday
but the users in the second region still see the old page
because it reads the whole file into memory
Make sure that the names match the ones in the docs.
make it a warning, an error would block the release
maybe we should ask the security team as well
most of the time is spent in the parser
move the button to the left, next to cancel
my guess is that the clock on that host is wrong
For the record, I was against this from the start.
for now a plain text file is good enough
find out who else calls this function
first make it work, then make it fast
from what I can see the lock is never released
fix the flaky test before you add new ones
Have you tried turning it off and on again?
here is the log of the last run, look for the word refused
he said that 4 retries are plenty
hold on, the staging database has only 3 rows
how long does the import take with 100000 rows
Really? I thought we removed that in the spring.
read the error again, it names the file
remove the last 2 lines and it compiles
restart the hub and see if the message is gone
run it with the verbose flag and send me the output
rename it to something that people can pronounce
Ask the person who wrote it, the comment is 6 years old.
as far as I know nobody relies on that behaviour
at least the data is safe
after lunch I have time to pair on it
add a test that fails without the change
agreed, let us talk about the details tomorrow
Put the secrets into the vault and not into the repository.
put it behind the proxy and give it a certificate
people who answer on the phone should see the same text
pick a name that fits on a small screen
print the plan and wait for a yes before you apply it
pull the latest changes, your branch is 14 commits behind
Every environment needs its own key.
each of them takes about 2 seconds
either we pay for the bigger plan or we clean up
even the old laptops can handle that
everything looks good except for the title
edit the template, then run the generator
Until then the manual process has to do.
usually the second attempt succeeds
unless somebody objects I will merge it at 5
Very few people know that this page exists.
version 2 of the api has no such field
vim or nano, I do not care as long as it opens
Could be a race between the two workers.
copy the file to the other host and compare the hashes
clean up the branches that were merged before may
call it done when the checklist is empty
cancel the nightly job until the disk has more space
Zero downtime is the goal, 2 minutes are acceptable.
zip the logs before you send them
Honestly, I cannot tell the two apart.
half of the requests come from one customer
Which branch is this, and why does it have 60 commits?
while you are there, fix the spelling of receive
Sure, but keep an eye on the memory.
sometimes it takes 3 tries, sometimes none
send the report to the whole team and not only to me
set the limit to 500 and see who complains
see the thread from last week, it has all the numbers
stop the rollout at 10 percent and wait for an hour
say it in one sentence, nobody reads more
Nothing in the logs, nothing in the metrics, and yet it is slow.
name it after what it does
nice work, the page is much faster now
neither of the 2 looks right to me
need a second pair of eyes on the sql
Oh, I see, the flag is read only once at the start.
ok let us do that and see what breaks
oddly enough it works when the debugger is attached
open a ticket so that we do not forget it
over the weekend nobody will be around to help
Add 1 to the counter and write it back.
aren't we supposed to use the new logger here
Looks good to me, ship it.
list all the hosts that still run the old image
less is more, remove the third paragraph
Jenkins is down again, use the other runner.
japanese names are shown the wrong way round
Known issue, see the release notes of version 4.
kindly do not touch the generated files
Xavier has the access rights, ask him.
examples in the docs are from 2 versions ago
Can't we just keep both and let people choose?
cut the sentence after the first comma
Dates should be in utc, always, everywhere.
during the migration nobody can log in
`
  .trim()
  .split("\n");
