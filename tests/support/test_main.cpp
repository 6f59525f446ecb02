// The main function of every test program: prints, for each failed case, the command that reruns just that
// case.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

class RerunPrinter : public testing::EmptyTestEventListener {
 public:
    explicit RerunPrinter(std::string program) : program_(std::move(program)) {}

    void OnTestEnd(const testing::TestInfo& test) override {
        if (test.result()->Failed()) {
            std::printf("rerun: %s --gtest_filter=%s.%s\n", program_.c_str(), test.test_suite_name(),
                        test.name());
        }
    }

 private:
    std::string program_;
};

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::UnitTest::GetInstance()->listeners().Append(new RerunPrinter(argv[0]));
    return RUN_ALL_TESTS();
}
